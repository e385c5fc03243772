package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import java.io.IOException;
import java.util.Map;

/** What may happen to three nodes. Each begins and is undone by the thread of the test. */
enum Disturbance {
  /** The process of the leader ends without a word. */
  KILLED_LEADER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return killed(nodes, roles.leader());
    }
  },
  KILLED_FOLLOWER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return killed(nodes, roles.follower());
    }
  },
  /** All processes end, as if the power failed. */
  KILLED_NODES {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      for (var id : DisturbedNodes.IDS) {
        nodes.kill(id);
      }
      return () -> {
        for (var id : DisturbedNodes.IDS) {
          nodes.start(id);
        }
      };
    }
  },
  /** The leader stands still, and goes on as if no time had passed. */
  PAUSED_LEADER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return paused(nodes, roles.leader());
    }
  },
  PAUSED_FOLLOWER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return paused(nodes, roles.follower());
    }
  },
  /** The machine of the leader is off the network. */
  UNPLUGGED_LEADER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return unplugged(nodes, roles.leader());
    }
  },
  UNPLUGGED_FOLLOWER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return unplugged(nodes, roles.follower());
    }
  },
  /** Clients reach the leader, and the other nodes do not. */
  LEADER_ALONE {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return all(
          apart(nodes, roles.leader(), roles.follower()),
          apart(nodes, roles.leader(), roles.other()));
    }
  },
  /** The leader reaches one of the others. */
  LEADER_CUT_FROM_ONE {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return apart(nodes, roles.leader(), roles.follower());
    }
  },
  FOLLOWERS_APART {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return apart(nodes, roles.follower(), roles.other());
    }
  },
  /** The leader hears the others, who do not hear it. */
  UNHEARD_LEADER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return all(
          cut(nodes, roles.leader(), roles.follower()), cut(nodes, roles.leader(), roles.other()));
    }
  },
  /** The others hear the leader, which does not hear them. */
  DEAF_LEADER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return all(
          cut(nodes, roles.follower(), roles.leader()), cut(nodes, roles.other(), roles.leader()));
    }
  },
  /** A follower hears the leader, which does not hear it. */
  UNHEARD_FOLLOWER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException {
      return cut(nodes, roles.follower(), roles.leader());
    }
  },
  /** An operator lets another node lead. */
  TRANSFER {
    @Override
    Undo begin(DisturbedNodes nodes, Roles roles) {
      var screen = new Transcript();
      var endpoint = nodes.server(roles.leader()).endpoint();
      screen.run(Map.of(), "cluster", "transfer", "--to", roles.follower(), "--endpoint", endpoint);
      assertThat(screen.out() + screen.err())
          .containsAnyOf("leads", "notLeader", "outcome=unknown", "ServerBusy");
      return () -> {};
    }
  };

  /** Ends a disturbance. */
  interface Undo {
    void run() throws IOException, InterruptedException;
  }

  /** Who is who when a disturbance begins. */
  record Roles(String leader, String follower, String other) {}

  /** Begins it. */
  abstract Undo begin(DisturbedNodes nodes, Roles roles) throws IOException, InterruptedException;

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

  private static Undo all(Undo first, Undo second) {
    return () -> {
      first.run();
      second.run();
    };
  }
}
