/* The library of bc in its own code, made by running bc; none here. */
{0};
