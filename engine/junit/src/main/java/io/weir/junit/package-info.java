/**
 * A table and queue service for tests, in the process of the test. No container, no port that is
 * agreed on, no emulator.
 *
 * <pre>{@code
 * @WeirTest
 * class BirdsTest {
 *   @Test
 *   void aStoredBirdIsFound(WeirClient client) { .. }
 * }
 * }</pre>
 *
 * <p>{@link io.weir.junit.WeirTest} starts one {@link io.weir.junit.TestService} for a class, or
 * one for each of its methods, and resolves parameters of tests, of lifecycle methods and of
 * constructors. Programs that do without the annotation start a {@code TestService} themselves.
 *
 * <p>The service is the real one: the same engine and endpoint, on ports that were free, with a
 * store in a folder of its own. Writes are forced to disk every 10 ms and not before each answer,
 * since a test does not outlive a power cut. It has no full-text search and no TLS.
 *
 * <p>Threads: services start and stop on the thread of the test. Classes that run in parallel have
 * services of their own.
 *
 * <p>Failures: {@link java.io.UncheckedIOException} when the store cannot be opened or closed.
 */
@NullMarked
package io.weir.junit;

import org.jspecify.annotations.NullMarked;
