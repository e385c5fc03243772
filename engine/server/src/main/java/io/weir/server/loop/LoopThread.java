package io.weir.server.loop;

import io.netty.util.concurrent.FastThreadLocalThread;
import reactor.core.scheduler.NonBlocking;

/** The thread of a loop. Its marker makes Reactor refuse to block it and BlockHound watch it. */
final class LoopThread extends FastThreadLocalThread implements NonBlocking {

  LoopThread(Runnable work, String name) {
    super(work, name);
  }
}
