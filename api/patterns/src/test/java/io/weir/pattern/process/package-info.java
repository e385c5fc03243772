/** Tests of the processor of changes, in virtual time over a model with a feed. */
@org.jspecify.annotations.NullMarked
package io.weir.pattern.process;
