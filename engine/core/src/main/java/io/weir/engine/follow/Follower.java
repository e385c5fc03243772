package io.weir.engine.follow;

/** A reader that is told when there may be more to read. */
@FunctionalInterface
public interface Follower {

  /** Called after each round, and about twice a second. Must only hand over to another thread. */
  void wake();
}
