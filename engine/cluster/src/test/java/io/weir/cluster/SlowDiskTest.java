package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Followers that take long to log what they were sent. */
final class SlowDiskTest {

  /** Where Ratis lets a test in when a follower receives a call. */
  private static final String RECEIVED = "RaftServerImpl.appendEntries";

  private final CountDownLatch mayLog = new CountDownLatch(1);
  private final Map<String, Integer> heartbeats = new ConcurrentHashMap<>();

  private Cluster cluster;

  @BeforeEach
  void startThreeNodes(@TempDir Path folder) {
    cluster = Cluster.start(folder);
  }

  @AfterEach
  void stop() {
    CodeInjectionForTesting.remove(RECEIVED);
    mayLog.countDown();
    cluster.close();
  }

  @Test
  void aLeaderStaysWhileAllFollowersWaitForTheirDisks() {
    Node leader = cluster.leader();
    cluster.assertSameEntries(leader, "before");
    long term = leader.term();
    CodeInjectionForTesting.put(RECEIVED, (follower, from, call) -> wait(follower, call));

    RecordedOutcome outcome = cluster.propose(leader, "slow");

    // a heartbeat comes twice in an election time-out at least: this is longer than five of them
    cluster.world.until(
        "each follower has got heartbeats beside the call",
        () -> cluster.others(leader).stream()
            .allMatch(node -> heartbeats.getOrDefault(node.id(), 0) >= 10));
    assertThat(outcome.state()).isEqualTo(State.OPEN);
    assertThat(leader.leads()).isTrue();
    CodeInjectionForTesting.remove(RECEIVED);
    mayLog.countDown();
    assertThat(outcome.await()).isEqualTo(State.KEPT);
    cluster.assertSameEntries(leader, "after");
    assertThat(leader.term()).isEqualTo(term);
  }

  /** Holds up calls with entries, and counts the others. */
  private boolean wait(Object follower, Object[] call) {
    AppendEntriesRequestProto request = (AppendEntriesRequestProto) call[1];
    if (request.getEntriesCount() == 0) {
      heartbeats.merge(follower.toString(), 1, Integer::sum);
      return true;
    }
    try {
      return mayLog.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
