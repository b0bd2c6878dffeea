"""The programs of the die renderer: where the body is seen, its light and marks, its shadow on the table.

The body's mesh is fine, and a software renderer is slow on many small triangles: so the mesh only writes
which point of the die each pixel sees, and the light is worked out once a pixel afterwards.
"""

BODY_VERTEX = """
#version 330
uniform mat4 view_projection;
uniform mat3 turn;
uniform vec3 squash;
uniform vec3 place;
in vec3 position;
out vec3 on_die;
void main() {
    on_die = position;
    gl_Position = view_projection * vec4(turn * (squash * position) + place, 1.0);
}
"""

BODY_FRAGMENT = """
#version 330
in vec3 on_die;
out vec4 seen;
void main() { seen = vec4(on_die, 1.0); }
"""

LIGHT_VERTEX = """
#version 330
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }
"""

LIGHT_FRAGMENT = """
#version 330
#define MOST_FACES 20
uniform int faces;
uniform vec3 face_normal[MOST_FACES];
uniform vec3 face_u[MOST_FACES];
uniform vec3 face_v[MOST_FACES];
uniform vec3 face_centre[MOST_FACES];
uniform float inradius;
uniform float radius;
uniform float sharpness;
uniform float ball;
uniform mat3 turn;
uniform vec3 squash;
uniform vec3 eye;
uniform sampler2DArray marks;
uniform float mark_level;

uniform vec3 colour_a, colour_b, ink_a, ink_b;
uniform float swirl, swirl_scale, swirl_edge, speckle, speckle_scale, layered, layer_edge, glitter, glitter_scale;
uniform float clear, metal, enamel, rim, gloss, roughness, engraved, worn, grain;
uniform vec3 seed;

uniform vec3 sky, ground;
uniform vec3 light_way[3];
uniform vec3 light_colour[3];
uniform float light_size[3];
uniform float light_soft[3];

uniform vec3 place;
uniform sampler2D seen;
out vec4 result;

float hash(vec3 p) {
    p = fract(p * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yxz + 33.33);
    return fract((p.x + p.y) * p.z);
}
float noise(vec3 p) {
    vec3 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    vec2 o = vec2(0.0, 1.0);
    float a = mix(hash(i), hash(i + o.yxx), f.x), b = mix(hash(i + o.xyx), hash(i + o.yyx), f.x);
    float c = mix(hash(i + o.xxy), hash(i + o.yxy), f.x), d = mix(hash(i + o.xyy), hash(i + o.yyy), f.x);
    return mix(mix(a, b, f.y), mix(c, d, f.y), f.z);
}
float cloud(vec3 p) { return 0.55 * noise(p) + 0.3 * noise(p * 2.1 + 5.0) + 0.15 * noise(p * 4.3 + 9.0); }

vec3 around(vec3 way, float blur) {
    vec3 seen = mix(ground, sky, smoothstep(-0.25 - blur, 0.35 + blur, way.z));
    for (int k = 0; k < 3; k++) {
        float edge = light_soft[k] + blur * 0.6;
        float inside = smoothstep(light_size[k] - edge, light_size[k] + 0.02, dot(way, light_way[k]));
        seen += light_colour[k] * inside / (1.0 + 6.0 * blur);
    }
    return seen;
}
vec3 lit(vec3 n) {
    vec3 sum = mix(ground, sky, 0.5 + 0.5 * n.z) * 0.9;
    for (int k = 0; k < 3; k++)
        sum += light_colour[k] * (2.31 - 2.2 * light_size[k])
             * max(0.0, (dot(n, light_way[k]) + 0.12) / 1.12);
    return sum;
}
int face_at(vec3 p) {
    int best = 0; float most = -9.0;
    for (int k = 0; k < faces; k++) {
        float h = dot(face_normal[k], p);
        if (h > most) { most = h; best = k; }
    }
    return best;
}
vec3 mark_at(vec3 p, int k) {
    vec2 uv = vec2(dot(p - face_centre[k], face_u[k]), dot(p - face_centre[k], face_v[k])) / radius;
    if (max(abs(uv.x), abs(uv.y)) > 0.99) return vec3(0.0);
    return textureLod(marks, vec3(0.5 + 0.5 * uv, float(k)), mark_level).rgb;
}
vec3 body_colour(vec3 p) {
    vec3 c = colour_a;
    if (swirl > 0.0) {
        vec3 q = p * swirl_scale + seed;
        float flow = cloud(q + 1.6 * vec3(noise(q + 3.1), noise(q + 7.7), noise(q + 1.3)));
        c = mix(colour_a, colour_b, swirl * smoothstep(0.5 - swirl_edge, 0.5 + swirl_edge, flow));
    }
    if (layered > 0.0) {
        float height = dot(p, normalize(seed - 25.0)) + 0.25 * (cloud(p * 3.0 + seed) - 0.5);
        c = mix(c, colour_b, layered * smoothstep(-layer_edge, layer_edge, height));
    }
    if (glitter > 0.0) {
        vec3 flake = floor(p * glitter_scale + 2.0 * noise(p * glitter_scale) + seed);
        float bright = hash(flake + 17.0);
        c = mix(c, (0.25 + 1.6 * bright * bright) * mix(colour_b, vec3(0.8), 0.5), step(1.0 - glitter, hash(flake)));
    }
    if (speckle > 0.0) {
        float dots = noise(p * speckle_scale + seed * 3.0);
        c = mix(c, colour_b, speckle * smoothstep(0.68, 0.74, dots));
    }
    return c;
}
void main() {
    vec4 here = texelFetch(seen, ivec2(gl_FragCoord.xy), 0);
    if (here.a < 0.5) discard;
    vec3 p = here.xyz;
    vec3 in_world = turn * (squash * p) + place;
    float most = length(p) - ball, total = 0.0;
    for (int k = 0; k < faces; k++) most = max(most, dot(face_normal[k], p) - inradius);
    vec3 n = vec3(0.0);
    for (int k = 0; k < faces; k++) {
        float w = exp(sharpness * (dot(face_normal[k], p) - inradius - most));
        n += w * face_normal[k];
    }
    n += exp(sharpness * (length(p) - ball - most)) * normalize(p);
    n = normalize(n);

    int k = face_at(p);
    vec3 mark = mark_at(p, k);
    float step = 1.5 / 128.0 * radius * 2.0;
    float du = mark_at(p + face_u[k] * step, k).g - mark_at(p - face_u[k] * step, k).g;
    float dv = mark_at(p + face_v[k] * step, k).g - mark_at(p - face_v[k] * step, k).g;
    n = normalize(n + engraved * 1.6 * (du * face_u[k] + dv * face_v[k]));
    if (grain > 0.0) {
        vec3 q = p * 40.0;
        n = normalize(n + grain * (vec3(noise(q), noise(q + 11.0), noise(q + 23.0)) - 0.5));
    }

    vec3 away = normalize(in_world - eye);
    vec3 normal = normalize(turn * (n / squash));
    vec3 body = body_colour(p);
    float ink = mark.r;
    if (worn > 0.0) ink *= 1.0 - worn * smoothstep(0.45, 0.6, cloud(p * 14.0 + seed));
    vec3 ink_colour = mix(ink_a, ink_b, mark.b);
    if (rim > 0.0) {
        float second = -9.0;
        for (int j = 0; j < faces; j++) if (j != k) second = max(second, dot(face_normal[j], p));
        ink = max(ink, 1.0 - smoothstep(0.6 * rim, rim, dot(face_normal[k], p) - second));
    }

    // Seen through clear plastic: the marks on the far side, and light that gathers away from the lamp.
    vec3 inside = body;
    float alpha = 1.0;
    if (clear > 0.0) {
        vec3 ray = refract(transpose(turn) * away, n, 0.68);
        float reach = 9.0; int exit_face = 0;
        for (int j = 0; j < faces; j++) {
            float slope = dot(face_normal[j], ray);
            float t = (inradius - dot(face_normal[j], p)) / max(slope, 1e-4);
            if (slope > 1e-3 && t > 0.02 && t < reach) { reach = t; exit_face = j; }
        }
        vec3 leaving = p + ray * reach;
        float behind = mark_at(leaving, exit_face).r;
        vec3 out_way = turn * face_normal[exit_face];
        float glow = 0.6 + 1.1 * pow(max(0.0, -dot(out_way, light_way[0])), 1.0) + 0.35 * max(0.0, out_way.z);
        inside = mix(body * glow, mix(body, ink_a, 0.6) * glow, behind * 0.55);
        alpha = 1.0 - clear * 0.45 * exp(-0.6 * reach);
    }
    vec3 light = lit(normal);
    float low = clamp(in_world.z / (inradius * 1.2), 0.0, 1.0);
    light *= mix(0.62, 1.0, low) * mix(1.0, 0.8, engraved * mark.g * 0.6);
    vec3 surface = mix(mix(body, inside, clear), ink_colour, ink);
    vec3 shade = surface * light;

    float facing = max(0.0, dot(normal, -away));
    float fresnel = 0.04 + 0.96 * pow(1.0 - facing, 5.0);
    vec3 mirror = around(reflect(away, normal), roughness);
    float shine = gloss * mix(1.0, 0.5, ink);
    shade += mirror * fresnel * shine * 1.5;
    vec3 metal_colour = mix(body, ink_colour, ink * 0.85);
    shade = mix(shade, metal_colour * (mirror * 0.9 + light * 0.25), metal * mix(1.0, ink, enamel));
    alpha = max(alpha, ink);
    shade = shade / (1.0 + 0.18 * shade);
    vec3 encoded = pow(clamp(shade, 0.0, 1.0), vec3(1.0 / 2.2));
    result = vec4(encoded * alpha, alpha);
}
"""

SHADOW_VERTEX = """
#version 330
uniform mat4 view_projection;
uniform mat3 turn;
uniform vec3 squash;
uniform vec3 place;
uniform vec3 way;
in vec3 position;
void main() {
    vec3 p = turn * (squash * position) + place;
    gl_Position = view_projection * vec4(p.xy - way.xy / way.z * p.z, 0.0, 1.0);
}
"""

SHADOW_FRAGMENT = """
#version 330
uniform float weight;
out vec4 result;
void main() { result = vec4(weight, 0.0, 0.0, 1.0); }
"""
