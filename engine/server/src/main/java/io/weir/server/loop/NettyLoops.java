package io.weir.server.loop;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
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
 * <p>Connections are accepted by a thread beside them, {@code weir-accept-0}: however long a loop works, or stands still, new connections
 * do not queue up before it, and those for the other loops are served. A refusal that waits in the line before the door is no refusal.
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
  private final EventLoopGroup acceptor;
  private final List<NettyLoop> loops;

  private NettyLoops(EventLoopGroup group, EventLoopGroup acceptor, List<NettyLoop> loops) {
    this.group = group;
    this.acceptor = acceptor;
    this.loops = loops;
  }

  /** Starts as many loops; one for each core is right. */
  public static NettyLoops start(int count) {
    var group = group(count, "weir-loop-");
    return new NettyLoops(group, group(1, "weir-accept-"), loopsOf(group));
  }

  /** Starts a single loop that accepts its connections itself: for a port that few ask. */
  public static NettyLoops single(String name) {
    var group = group(1, name + "-");
    return new NettyLoops(group, group, loopsOf(group));
  }

  private static EventLoopGroup group(int count, String prefix) {
    var number = new AtomicInteger();
    ThreadFactory threads = work -> new LoopThread(work, prefix + number.getAndIncrement());
    return new Group(count, threads, transport());
  }

  private static List<NettyLoop> loopsOf(EventLoopGroup group) {
    var loops = new ArrayList<NettyLoop>();
    for (var executor : group) {
      loops.add((NettyLoop) executor);
    }
    return List.copyOf(loops);
  }

  /** The loops in the order of their numbers. */
  public List<NettyLoop> all() {
    return loops;
  }

  /** Stops the loops once their tasks are done, or after five seconds. Blocks. */
  @Override
  public void close() {
    var ends = List.of(end(acceptor), end(group));
    ends.forEach(Future::syncUninterruptibly);
  }

  private static Future<?> end(EventLoopGroup some) {
    return some.shutdownGracefully(QUIET.toMillis(), SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The loops as the transport wants them; disposing them there stops nothing. */
  public LoopResources resources() {
    return new LoopResources() {
      @Override
      public EventLoopGroup onServer(boolean useNative) {
        return group;
      }

      @Override
      public EventLoopGroup onServerSelect(boolean useNative) {
        return acceptor;
      }
    };
  }

  private static IoHandlerFactory transport() {
    return Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
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
