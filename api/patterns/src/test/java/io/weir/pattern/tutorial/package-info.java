/**
 * The tutorial of the patterns: {@link io.weir.pattern.tutorial.Tutorial}, which runs as a test of
 * several table services.
 */
package io.weir.pattern.tutorial;
