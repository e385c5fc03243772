/**
 * The patterns as tests that read as tutorials. Each {@code ...Pattern} is an interface of cases
 * over any service; {@link io.weir.pattern.Patterns} joins them, and a test for each kind of
 * service implements it.
 */
@NullMarked
package io.weir.pattern;

import org.jspecify.annotations.NullMarked;
