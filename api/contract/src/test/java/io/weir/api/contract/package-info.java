/**
 * The contract as tests, for every door to pass, and the model that shows how it is meant.
 *
 * <p>A door's test implements {@link io.weir.api.contract.TableServiceContract} and answers a {@code TableService}; {@link
 * io.weir.api.contract.Door} says what else it may tell. The cases stand by behaviour in the interfaces that the contract
 * gathers; all of them write to tables of their own, so that one service can serve them all.
 *
 * <p>{@link io.weir.api.contract.ModelTableService} is the reference: sorted maps under one monitor.
 *
 * <p>Threads: cases run on the thread of the test, which blocks, within bounds, where it waits for an answer.
 */
@NullMarked
package io.weir.api.contract;

import org.jspecify.annotations.NullMarked;
