package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.disk.SimulatedDisk;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What a node does whose own disk fails or is full: the others go on. */
final class ReplicatedLogFailureTest extends ReplicatedNodes {

  private static final String BIG = "x".repeat(3000);

  @Test
  void aLeaderWithoutRoomFollowsAndAppendsWhenThereIsRoom() throws IOException {
    lead(a);
    a.disk.leaveSpace(0);
    for (var i = 0; i < 8; i++) {
      a.offer(BIG + i);
      settle();
    }

    assertThat(a.log().role()).isInstanceOf(Role.Following.class);
    assertThat(a.log().outage().cause().reason()).isNotEmpty();
    assertThat(cluster.node("a").isEligible()).isFalse();
    lead(b);
    b.offer("on b");
    settle();
    assertThat(b.heard.get(b.heard.size() - 1)).startsWith("+on b@");

    a.disk.heal();
    a.force();
    settle();

    assertThat(cluster.node("a").isEligible()).isTrue();
    assertThat(a.heard).anyMatch(what -> what.startsWith("on b@"));
    nodes.forEach(NodeRig::force);
    for (var node : nodes) {
      node.log().close();
    }
    assertThat(a.records()).isEqualTo(b.records());
  }

  /**
   * A batch whose entry is agreed on and not in the leader's log is failed as unknown, and comes
   * back as a record.
   */
  @Test
  void nothingIsAcknowledgedThatTheLogHadNoRoomFor() {
    lead(a);
    a.disk.leaveSpace(0);
    for (var i = 0; i < 8; i++) {
      a.offer(BIG + i);
      settle();
    }
    var failed = a.heard.stream().filter(what -> what.endsWith(" unknown")).toList();
    assertThat(failed).isNotEmpty();

    a.disk.heal();
    a.force();
    settle();

    for (var what : failed) {
      var text = what.substring(1, what.indexOf(' '));
      assertThat(a.heard).filteredOn(each -> each.startsWith(text + "@")).hasSize(1);
      assertThat(a.heard).noneMatch(each -> each.startsWith("+" + text + "@"));
    }
  }

  @Test
  void aNodeWhoseForceFailsStopsAndTheOthersGoOn() {
    lead(a);
    a.offer("one");
    settle();
    a.disk.fail(SimulatedDisk.Operation.FORCE, "log/", 1);

    a.force();
    settle();

    assertThat(a.log().role()).isInstanceOf(Role.Failed.class);
    assertThat(cluster.node("a").isEligible()).isFalse();
    lead(c);
    c.offer("two");
    settle();
    assertThat(c.heard.get(c.heard.size() - 1)).startsWith("+two@");
    assertThat(cluster.node("a").failure()).hasMessageContaining("takes no entries");
  }

  @Test
  void roomOnTheDiskDoesNotLetAnUnsoundNodeLead() throws IOException {
    lead(a);
    a.disk.leaveSpace(0);
    for (var i = 0; i < 8; i++) {
      a.offer(BIG + i);
      settle();
    }
    a.log().leadNoMore();

    a.disk.heal();
    a.force();
    settle();

    assertThat(a.log().outage().cause().reason()).startsWith("notLeader");
    assertThat(cluster.node("a").isEligible()).isFalse();
  }

  @Test
  void aLostTermDoesNotLetAnUnsoundNodeLead() {
    lead(a);
    a.offer("one");
    a.run();
    a.log().leadNoMore();
    cluster.elect("b");
    a.offer("two");
    a.run();
    settle();

    assertThat(cluster.node("a").isEligible()).isFalse();
  }

  @Test
  void aNodeThatIsUnsoundWhenItJoinsMayNotLead() throws IOException {
    a.kill();
    a.beforeJoin = ReplicatedLog::leadNoMore;
    a.open();

    assertThat(cluster.node("a").isEligible()).isFalse();
    lead(b);
    b.offer("on b");
    settle();
    assertThat(a.heard).anyMatch(what -> what.startsWith("on b@"));
  }

  @Test
  void aRefusedProposalEndsTheTerm() {
    lead(a);
    a.offer("one");
    a.run();

    cluster.elect("b"); // a has not heard of it
    a.offer("two");
    a.run();
    settle();

    assertThat(a.heard).anyMatch(what -> what.startsWith("-two "));
    assertThat(a.heard).noneMatch(what -> what.startsWith("+two"));
    assertThat(a.log().role()).isInstanceOf(Role.Following.class);
    assertThat(cluster.node("a").isEligible()).isTrue();
  }
}
