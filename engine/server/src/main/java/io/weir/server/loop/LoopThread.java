package io.weir.server.loop;

import io.netty.util.concurrent.FastThreadLocalThread;
import reactor.core.scheduler.NonBlocking;

/** The thread of a loop; marked so that Reactor refuses to block it and BlockHound watches it. */
final class LoopThread extends FastThreadLocalThread implements NonBlocking {

  LoopThread(Runnable work, String name) {
    super(work, name);
  }
}
