/**
 * Tools for the tests of all modules: detection of blocking calls and lost buffers, interleavings of threads, and architecture
 * rules.
 *
 * <p>Most classes are not called by tests directly. {@link io.weir.testkit.BlockingCalls} configures BlockHound. JUnit finds {@link
 * io.weir.testkit.LeakCheck}. A system property of the build names {@link io.weir.testkit.RecordingLeakDetector} to Netty. The
 * class {@code ArchitectureTest} of each module uses {@link io.weir.testkit.MainClasses} and {@link io.weir.testkit.Rules}. A test
 * factory returns the tests that {@link io.weir.testkit.ReactiveStreamsTck} derives from a verification. Classes whose names end in
 * {@code Lincheck} call {@link io.weir.testkit.Interleavings}.
 *
 * <p>Threads: any, unless a class states otherwise. Failures: a test fails, and its message names the cause.
 */
@NullMarked
package io.weir.testkit;

import org.jspecify.annotations.NullMarked;
