/* Variables that lie in front of the program's own: an address sanitizer watches only what is behind one, so without them nobody
   would see an access before the first. An object of its own, which is linked just before the program. */

char secateur_guard_data[4096] = {1};
char secateur_guard_zero[4096];
const char secateur_guard_constant[4096] = {1};
