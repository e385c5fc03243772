/**
 * The patterns of values that belong together, between programs that act at once: families, and
 * values of two parts.
 */
@NullMarked
package io.weir.pattern.relation;

import org.jspecify.annotations.NullMarked;
