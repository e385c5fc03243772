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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.resources.LoopResources;

/**
 * The event loops of a process, {@code weir-loop-0} and on. They own the sockets and run the
 * engine's shards.
 *
 * <p>A separate thread, {@code weir-accept-0}, accepts connections. A busy or stuck loop therefore
 * does not delay new connections, and those of the other loops are served. A refusal reaches its
 * client at once only if the connection is accepted at once.
 *
 * <p>Uses epoll where the platform has it, else NIO. deliberate: never io_uring, which took two to
 * three times the processor time of epoll for HTTP/2 when it was measured.
 *
 * <p>Any thread. Closed last, after endpoint and engine.
 */
public final class NettyLoops implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NettyLoops.class);
  private static final Duration QUIET = Duration.ZERO;
  private static final Duration SHUTDOWN = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final EventLoopGroup group;
  private final EventLoopGroup acceptor;
  private final List<NettyLoop> loops;

  private NettyLoops(EventLoopGroup group, EventLoopGroup acceptor, List<NettyLoop> loops) {
    this.group = group;
    this.acceptor = acceptor;
    this.loops = loops;
  }

  /** Starts the given number of loops. One for each core is best. */
  public static NettyLoops start(int count) {
    var group = group(count, "weir-loop-");
    return new NettyLoops(group, group(1, "weir-accept-"), loopsOf(group));
  }

  /** Starts a single loop that also accepts its connections, for a port with few requests. */
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

  /** Returns the loops in the order of their numbers. */
  public List<NettyLoop> all() {
    return loops;
  }

  /**
   * Stops the loops after their tasks, and stops accepting tasks after 5 seconds. Blocks, for at
   * most 10 seconds: a loop that is stuck in a task, or whose thread died, is left alone after a
   * warning, so that the process can end.
   */
  @Override
  public void close() {
    close(PATIENCE);
  }

  void close(Duration patience) {
    var ends = List.of(end(acceptor), end(group));
    var deadline = System.nanoTime() + patience.toNanos();
    for (var end : ends) {
      if (!end.awaitUninterruptibly(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        LOG.warn(
            "an event loop did not end and is left alone waitedMillis={}", patience.toMillis());
      }
    }
  }

  private static Future<?> end(EventLoopGroup some) {
    return some.shutdownGracefully(QUIET.toMillis(), SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Returns the loops as the transport's resources. Disposing of those stops nothing. */
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
