/**
 * Copies between two services, the pattern of migrations as a tutorial and as a test, and the
 * contract of a service over tables that move.
 */
@NullMarked
package io.weir.pattern.migration;

import org.jspecify.annotations.NullMarked;
