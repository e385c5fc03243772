/**
 * The contract as tests for every implementation, and a reference implementation.
 *
 * <p>The test of an implementation implements {@link io.weir.api.contract.TableServiceContract} and
 * returns its {@code TableService}. {@link io.weir.api.contract.Door} lists its other properties.
 * Cases are grouped by behaviour in interfaces that {@code TableServiceContract} extends. Each case
 * uses tables of its own, so one service can serve them all.
 *
 * <p>{@link io.weir.api.contract.ModelTableService} is the reference: sorted maps under one
 * monitor.
 *
 * <p>Threads: a case runs on the test's thread, which waits for each answer for a limited time.
 */
@NullMarked
package io.weir.api.contract;

import org.jspecify.annotations.NullMarked;
