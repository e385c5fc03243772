package io.weir.engine.shard;

import org.jspecify.annotations.Nullable;

/**
 * The requests to stop a shard, and to bring a refused one to rest, until they are answered. Owner:
 * shard loop.
 */
final class Quiescence {

  private @Nullable Runnable whenQuiet;
  private @Nullable Runnable whenAtRest;
  private boolean stopped;

  /** Asks for the stop; the task runs when it is done. */
  void stop(Runnable quiet) {
    whenQuiet = quiet;
  }

  /** Asks for rest: the task runs once no turn is in flight. */
  void rest(Runnable atRest) {
    whenAtRest = atRest;
  }

  /** Whether the stop was asked for. */
  boolean isStopping() {
    return whenQuiet != null;
  }

  boolean isStopped() {
    return stopped;
  }

  /** Answers the request for rest, if there is one. */
  void rested() {
    var atRest = whenAtRest;
    if (atRest != null) {
      whenAtRest = null;
      atRest.run();
    }
  }

  /** Answers the request to stop. */
  void stopped() {
    stopped = true;
    if (whenQuiet != null) {
      whenQuiet.run();
    }
  }
}
