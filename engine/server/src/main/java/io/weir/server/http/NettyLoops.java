package io.weir.server.http;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.netty.resources.LoopResources;

/**
 * The event loops of a process, {@code weir-loop-0} and on: they own sockets, and lend themselves to the engine's shards.
 *
 * <p>Epoll where the platform has it, else NIO. deliberate: never io_uring, which cost two to three times the processor time of
 * epoll for HTTP/2 when it was measured.
 *
 * <p>Any thread. Closed last, after endpoint and engine.
 */
public final class NettyLoops implements AutoCloseable {

  private static final Duration QUIET = Duration.ZERO;
  private static final Duration SHUTDOWN = Duration.ofSeconds(5);

  private final EventLoopGroup group;
  private final List<NettyLoop> loops;

  private NettyLoops(EventLoopGroup group, List<NettyLoop> loops) {
    this.group = group;
    this.loops = loops;
  }

  /** Starts as many loops; one for each core is right. */
  public static NettyLoops start(int count) {
    var group = new Group(count, threads(), transport());
    var loops = new ArrayList<NettyLoop>();
    for (var executor : group) {
      loops.add((NettyLoop) executor);
    }
    return new NettyLoops(group, List.copyOf(loops));
  }

  /** The loops in the order of their numbers. */
  public List<NettyLoop> all() {
    return loops;
  }

  /** Stops the loops once their tasks are done, or after five seconds. Blocks. */
  @Override
  public void close() {
    group
        .shutdownGracefully(QUIET.toMillis(), SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS)
        .syncUninterruptibly();
  }

  /** The loops as the transport wants them; disposing them there stops nothing. */
  LoopResources resources() {
    return useNative -> group;
  }

  private static IoHandlerFactory transport() {
    return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
  }

  private static ThreadFactory threads() {
    var number = new AtomicInteger();
    return work -> new LoopThread(work, "weir-loop-" + number.getAndIncrement());
  }

  private static final class Group extends MultiThreadIoEventLoopGroup {

    Group(int count, ThreadFactory threads, IoHandlerFactory transport) {
      super(count, threads, transport);
    }

    @Override
    protected IoEventLoop newChild(
        Executor thread, IoHandlerFactory transport, Object... noArguments) {
      return new NettyLoop(this, thread, transport);
    }
  }
}
