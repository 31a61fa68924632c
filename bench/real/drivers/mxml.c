/* Text taken for XML: loaded, searched, and deleted. */
#include "mxml.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char text[129];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    mxml_node_t *tree = mxmlLoadString(0, text, MXML_OPAQUE_CALLBACK);
    if (tree) {
        mxmlFindElement(tree, tree, "a", "b", 0, MXML_DESCEND);
        mxmlDelete(tree);
    }
    return 0;
}
