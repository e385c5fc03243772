package io.weir.cluster;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether a listener still hears of a leader, and tells its member.
 *
 * <p>A voter that hears of no leader seeks the leadership. It forgets the leader by that, and the
 * others tell it if it was removed. A listener calls nobody by itself, so it asks them while it
 * hears nothing. On a node that votes, the watch ends at once.
 *
 * <p>Runs on: {@code weir-cluster-listener}, once in an election time-out.
 */
final class ListenerWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ListenerWatch.class);

  private final ClusterOptions options;
  private final RaftServer.Division division;
  private final Delivery delivery;
  private final Services services;
  private final BooleanSupplier askWhetherRemoved;
  private final Thread thread = new Thread(this::run, "weir-cluster-listener");

  private volatile boolean closed;

  /** @param askWhetherRemoved asks the other nodes, and returns whether this one was removed */
  ListenerWatch(
      ClusterOptions options,
      RaftServer.Division division,
      Delivery delivery,
      Services services,
      BooleanSupplier askWhetherRemoved) {
    this.options = options;
    this.division = division;
    this.delivery = delivery;
    this.services = services;
    this.askWhetherRemoved = askWhetherRemoved;
    thread.setDaemon(true);
  }

  /** Begins, after Ratis has started. */
  void start() {
    thread.start();
  }

  private void run() {
    while (!closed && division.getInfo().getCurrentRole() == RaftPeerRole.LISTENER) {
      try {
        if (isDeaf() && askWhetherRemoved.getAsBoolean()) {
          return;
        }
      } catch (RuntimeException e) {
        LOG.warn("a listener does not know whether a node leads", e);
      }
      LockSupport.parkNanos(this, options.electionTimeout().toNanos());
    }
  }

  /** Tells the member which node leads, and returns whether that is not known. */
  private boolean isDeaf() {
    DivisionInfo info = division.getInfo();
    boolean deaf = Observed.isDeafListener(options, info);
    RaftPeerId leader = info.getLeaderId();
    delivery.follows(
        info.getCurrentTerm(), deaf || leader == null ? null : services.named(leader.toString()));
    return deaf;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Joins.join(thread);
  }
}
