package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import java.io.IOException;
import java.util.Map;

/** What may happen to three nodes. Each begins and is undone by the thread of the test. */
enum Disturbance {
  /** The process of the leader ends without a word. */
  KILLED_LEADER((nodes, roles) -> killed(nodes, roles.leader())),
  KILLED_FOLLOWER((nodes, roles) -> killed(nodes, roles.follower())),
  /** All processes end, as if the power failed. */
  KILLED_NODES((nodes, roles) -> all(
      killed(nodes, roles.leader()),
      all(killed(nodes, roles.follower()), killed(nodes, roles.other())))),
  /** The leader stands still, and goes on as if no time had passed. */
  PAUSED_LEADER((nodes, roles) -> paused(nodes, roles.leader())),
  PAUSED_FOLLOWER((nodes, roles) -> paused(nodes, roles.follower())),
  /** The machine of the leader is off the network. */
  UNPLUGGED_LEADER((nodes, roles) -> unplugged(nodes, roles.leader())),
  UNPLUGGED_FOLLOWER((nodes, roles) -> unplugged(nodes, roles.follower())),
  /** Clients reach the leader, and the other nodes do not. */
  LEADER_ALONE((nodes, roles) -> all(
      apart(nodes, roles.leader(), roles.follower()), apart(nodes, roles.leader(), roles.other()))),
  /** The leader reaches one of the others. */
  LEADER_CUT_FROM_ONE((nodes, roles) -> apart(nodes, roles.leader(), roles.follower())),
  FOLLOWERS_APART((nodes, roles) -> apart(nodes, roles.follower(), roles.other())),
  /** The leader hears the others, who do not hear it. */
  UNHEARD_LEADER((nodes, roles) ->
      all(cut(nodes, roles.leader(), roles.follower()), cut(nodes, roles.leader(), roles.other()))),
  /** The others hear the leader, which does not hear them. */
  DEAF_LEADER((nodes, roles) ->
      all(cut(nodes, roles.follower(), roles.leader()), cut(nodes, roles.other(), roles.leader()))),
  /** A follower hears the leader, which does not hear it. */
  UNHEARD_FOLLOWER((nodes, roles) -> cut(nodes, roles.follower(), roles.leader())),
  /** An operator lets another node lead. */
  TRANSFER((nodes, roles) -> handedOver(nodes, roles.leader(), roles.follower()));

  /** Ends a disturbance. */
  interface Undo {
    void run() throws IOException, InterruptedException;
  }

  /** Who is who when a disturbance begins. */
  record Roles(String leader, String follower, String other) {}

  private interface Beginning {
    Undo of(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException;
  }

  @SuppressWarnings("ImmutableEnumChecker") // functions of their arguments alone
  private final Beginning beginning;

  Disturbance(Beginning beginning) {
    this.beginning = beginning;
  }

  /** Begins it. */
  Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
    return beginning.of(nodes, roles);
  }

  private static Undo killed(DisturbedNodes nodes, String id) throws InterruptedException {
    nodes.kill(id);
    return () -> nodes.start(id);
  }

  private static Undo paused(DisturbedNodes nodes, String id)
      throws IOException, InterruptedException {
    var server = nodes.server(id);
    server.pause();
    return server::resume;
  }

  private static Undo unplugged(DisturbedNodes nodes, String id)
      throws IOException, InterruptedException {
    nodes.network().plug(id, false);
    return () -> nodes.network().plug(id, true);
  }

  private static Undo apart(DisturbedNodes nodes, String one, String other)
      throws IOException, InterruptedException {
    return all(cut(nodes, one, other), cut(nodes, other, one));
  }

  private static Undo cut(DisturbedNodes nodes, String from, String to)
      throws IOException, InterruptedException {
    nodes.network().cut(from, to);
    return () -> nodes.network().join(from, to);
  }

  private static Undo handedOver(DisturbedNodes nodes, String from, String to) {
    var screen = new Transcript();
    var endpoint = nodes.server(from).endpoint();
    screen.run(Map.of(), "cluster", "transfer", "--to", to, "--endpoint", endpoint);
    assertThat(screen.out() + screen.err())
        .containsAnyOf("leads", "notLeader", "outcome=unknown", "ServerBusy");
    return () -> {};
  }

  private static Undo all(Undo first, Undo second) {
    return () -> {
      first.run();
      second.run();
    };
  }
}
