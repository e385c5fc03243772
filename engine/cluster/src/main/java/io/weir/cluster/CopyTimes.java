package io.weir.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Up to which time the stores of the other nodes have published everything, for the node that
 * leads. The others are asked: that an entry is in the log of a node does not say that its store
 * has taken it, or ever will.
 *
 * <p>Runs on: {@code weir-cluster-times}, once a second while this node leads. {@link #of}: any
 * thread.
 */
final class CopyTimes implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CopyTimes.class);
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final BooleanSupplier leads;
  private final FirstMembers first;
  private final Greetings greetings;
  private final Map<String, Long> ticks = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::run, "weir-cluster-times");

  private volatile boolean closed;

  CopyTimes(BooleanSupplier leads, FirstMembers first, Greetings greetings) {
    this.leads = leads;
    this.first = first;
    this.greetings = greetings;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Returns what a node has told last, in ticks; 0 if it does not tell. */
  long of(String node) {
    return ticks.getOrDefault(node, 0L);
  }

  private void run() {
    while (!closed) {
      try {
        look();
      } catch (RuntimeException e) {
        ticks.clear();
        LOG.warn("the times of the other nodes are not known", e);
      }
      LockSupport.parkNanos(this, EVERY_NANOS);
    }
  }

  private void look() {
    List<NodeAddress> others = leads.getAsBoolean() ? first.others() : List.of();
    ticks.keySet().retainAll(others.stream().map(NodeAddress::id).toList());
    for (NodeAddress node : others) {
      if (!closed) {
        ask(node);
      }
    }
  }

  private void ask(NodeAddress node) {
    try {
      ticks.put(node.id(), greetings.appliedTicks(node));
    } catch (IOException e) {
      ticks.remove(node.id());
      LOG.debug("a node does not tell the time of its copy node={}", node, e);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    Joins.join(thread);
  }
}
