package io.weir.cluster;

/** Waits for threads to end. */
final class Joins {

  private Joins() {}

  /**
   * Waits until a thread has ended, even if the caller is interrupted meanwhile; the interruption
   * is kept for it.
   */
  static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
