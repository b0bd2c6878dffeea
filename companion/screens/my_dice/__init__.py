"""My dice: what the companion was taught, and the lesson that teaches it more."""
