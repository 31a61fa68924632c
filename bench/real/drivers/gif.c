/* Bytes taken for a picture in the format GIF, behind its first six bytes. */
#include "gif_lib.h"
#include <string.h>

struct source {
    const unsigned char *data;
    size_t at, size;
};

static int more(GifFileType *file, GifByteType *out, int count) {
    static const char head[] = "GIF89a";
    struct source *source = file->UserData;
    int done = 0;
    for (; done < count && source->at < source->size + 6; done++, source->at++)
        out[done] = source->at < 6 ? (GifByteType)head[source->at] : source->data[source->at - 6];
    return done;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    int error;
    struct source source = {data, 0, size};
    GifFileType *file = DGifOpen(&source, more, &error);
    if (!file)
        return 0;
    if (file->SWidth <= 64 && file->SHeight <= 64)
        DGifSlurp(file);
    DGifCloseFile(file, &error);
    return 0;
}
