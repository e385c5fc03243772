package io.weir.cluster;

import java.lang.reflect.Method;
import org.apache.ratis.proto.RaftProtos.RaftPeerRole;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;

/**
 * Tells Ratis that a listener which was added is a member. Runs on: the thread of its appender.
 *
 * <p>Ratis 3.3.0 marks a voter as caught up when the configuration has it, and forgets to mark a
 * listener. In the rest of the term it would take the listener for a node that is being added: each
 * further change would wait for it, and the first one that fails would end what the listener is
 * sent. The mark is set by a method that Ratis does not show, so it is looked up by name; a Ratis
 * without it ends the start of the first node.
 */
final class AddedListener {

  private static final String TYPE = "org.apache.ratis.server.impl.FollowerInfoImpl";
  private static final Method MARK = mark();

  private final RaftServer.Division server;
  private final FollowerInfo follower;
  private boolean marked;

  AddedListener(RaftServer.Division server, FollowerInfo follower) {
    this.server = server;
    this.follower = follower;
  }

  private static Method mark() {
    try {
      Method found = Class.forName(TYPE).getDeclaredMethod("catchUp");
      found.setAccessible(true);
      return found;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "Ratis is of another version than this module was made for", e);
    }
  }

  /** Marks the follower if it is a listener that was added. */
  void markIfMember() {
    if (!marked && isListener(server.getRaftConf())) {
      try {
        MARK.invoke(follower);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a listener cannot be marked as added", e);
      }
      marked = true;
    }
  }

  private boolean isListener(RaftConfiguration now) {
    return now.getCurrentPeers(RaftPeerRole.LISTENER).stream()
        .anyMatch(peer -> peer.getId().equals(follower.getId()));
  }
}
