/**
 * Histories of concurrent calls, recorded against a running engine and checked afterwards: single
 * entities are linearizable, batches are seen whole or not at all.
 *
 * <p>Start with {@link io.weir.engine.history.HistoryChecker}.
 */
@NullMarked
package io.weir.engine.history;

import org.jspecify.annotations.NullMarked;
