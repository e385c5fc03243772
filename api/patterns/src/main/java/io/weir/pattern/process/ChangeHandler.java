package io.weir.pattern.process;

import org.reactivestreams.Publisher;

/**
 * The user's work on changes.
 *
 * <p>Batches of one partition group arrive one after another, in the feed's order; those of
 * different groups arrive at the same time and on different threads. A batch may arrive again:
 * after a failure, and after another member had it.
 */
@FunctionalInterface
public interface ChangeHandler {

  /**
   * Returns the work on a batch, which must not block. The batch is handled when the work
   * completes. Work that fails is repeated.
   *
   * <p>The work is cancelled when this member loses the group. Another member then repeats the
   * batch.
   */
  Publisher<Void> handle(ChangeBatch batch);
}
