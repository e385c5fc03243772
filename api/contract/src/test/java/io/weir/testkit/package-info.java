/**
 * What the tests of every module share: which calls block, which buffers were lost, which dependencies are allowed.
 *
 * <p>Little here is called by hand. {@link io.weir.testkit.BlockingCalls} teaches BlockHound, {@link
 * io.weir.testkit.LeakCheck} is found by JUnit, {@link io.weir.testkit.RecordingLeakDetector} is named to Netty by a system
 * property of the build; the classes named {@code ArchitectureTest} of each module use {@link io.weir.testkit.MainClasses}
 * and the rules of {@link io.weir.testkit.Rules}; a test factory answers what {@link io.weir.testkit.ReactiveStreamsTck} makes of a
 * verification.
 *
 * <p>Threads: any, unless a class says otherwise. Failures: a test fails, with the place that caused it in its message.
 */
@NullMarked
package io.weir.testkit;

import org.jspecify.annotations.NullMarked;
