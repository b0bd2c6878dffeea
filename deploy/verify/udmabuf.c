/* Stands in for /dev/udmabuf where the kernel has none: a buffer is the memory file that it would have wrapped.
 * libcamera's virtual camera asks for its buffers there. Preloaded by deploy/verify/camera.sh. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct create { uint32_t memfd, flags; uint64_t offset, size; };
#define CREATE _IOW('u', 0x42, struct create)
#define SYNC _IOW('b', 0, uint64_t)
#define DEVICE "/dev/udmabuf"

static int device = -1;

static int opened(const char *path)
{
    if (strcmp(path, DEVICE) != 0)
        return 0;
    if (device < 0)
        device = memfd_create("udmabuf", 0);
    return 1;
}

#define OPEN(name)                                                     \
    int name(const char *path, int flags, ...)                         \
    {                                                                  \
        static int (*real)(const char *, int, ...);                    \
        va_list rest;                                                  \
        mode_t mode;                                                   \
        va_start(rest, flags);                                         \
        mode = va_arg(rest, mode_t);                                   \
        va_end(rest);                                                  \
        if (!real)                                                     \
            real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name); \
        return opened(path) ? dup(device) : real(path, flags, mode);   \
    }
OPEN(open)
OPEN(open64)

int ioctl(int fd, unsigned long request, ...)
{
    static int (*real)(int, unsigned long, ...);
    va_list rest;
    void *argument;
    va_start(rest, request);
    argument = va_arg(rest, void *);
    va_end(rest);
    if (!real)
        real = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
    if (request == CREATE)
        return dup((int)((struct create *)argument)->memfd);
    if (request == SYNC)
        return 0;
    return real(fd, request, argument);
}
