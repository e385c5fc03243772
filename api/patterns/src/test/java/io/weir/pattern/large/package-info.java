/** The pattern of large values, as a tutorial and as a test. */
@NullMarked
package io.weir.pattern.large;

import org.jspecify.annotations.NullMarked;
