/* What readdir gives, as Linux and glibc have it on x86-64. */
#ifndef SECATEUR_LIBC_DIRECTORY_H
#define SECATEUR_LIBC_DIRECTORY_H

struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};

struct directory;
struct directory *opendir(const char *name);
struct dirent *readdir(struct directory *folder);
int closedir(struct directory *folder);

#endif
