package io.weir.engine.consensus;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What Raft promises, without messages: one agreed sequence, terms with one leader each, entries of
 * a lost leader that survive as a prefix, and outcomes that come early, late or not at all. A test,
 * or a seed, decides what happens next.
 *
 * <p>Each election takes an index for itself. Entries that the member has made durable are
 * forgotten, so a node that starts without them fails.
 */
public final class ModelCluster {

  final Random random;
  final Map<String, Node> nodes = new LinkedHashMap<>();
  final ModelEntries entries;
  private long term;
  private @Nullable Node leader;

  /** Whether a leader hears of its end before another one begins. */
  boolean hearsFirst = true;

  private int maxEntryBytes = 1 << 20;

  public ModelCluster(Random random, String... ids) {
    this.random = random;
    this.entries = new ModelEntries(random);
    for (var id : ids) {
      nodes.put(id, new Node(id));
    }
  }

  /** From now on a node may believe that it leads after another one has begun to. */
  public void lateHearing() {
    hearsFirst = false;
  }

  public void maxEntryBytes(int bytes) {
    maxEntryBytes = bytes;
  }

  /** Begins a life of a node: returns its part, whose earlier one is dead. */
  public Consensus join(String id) {
    return node(id).begin();
  }

  public Node node(String id) {
    return nodes.get(id);
  }

  /** Whether a node leads. */
  boolean leads(Node node) {
    return leader == node;
  }

  /** Sets whether the consensus has no room for another entry. */
  public void full(boolean now) {
    entries.full(now);
  }

  int maxEntryBytes() {
    return maxEntryBytes;
  }

  /** Returns the id of the leader that the majority has elected; null while there is none. */
  public @Nullable String leader() {
    return leader == null ? null : leader.id;
  }

  public long term() {
    return term;
  }

  public int pending() {
    return entries.pending();
  }

  public int agreed() {
    return entries.agreed();
  }

  /**
   * Ends the leadership: a random number of the entries in flight survives. The nodes hear of it
   * when they are stepped.
   */
  public void lose() {
    lose(random.nextInt(entries.pending() + 1));
  }

  /** Ends the leadership: so many of the entries in flight survive. */
  public void lose(int survivors) {
    entries.lose(survivors);
    leader = null;
  }

  /** Makes a node the leader of a new term. It is told when it has received everything before. */
  public void elect(String id) {
    if (leader != null) {
      lose();
    }
    term++;
    entries.takeIndex(); // the new leader's own entry
    leader = node(id);
    leader.electedAt = entries.agreed();
  }

  boolean hasMajority(Node of) {
    var voters = nodes.values().stream().filter(node -> !node.listens).toList();
    var reached = voters.stream().filter(node -> node.isUp() && !node.cut).count();
    return !of.listens && !of.cut && of.isUp() && 2 * reached > voters.size();
  }

  /** Agrees on the oldest entry in flight. Returns false if there is none, or no majority. */
  public boolean commit() {
    var leading = leader;
    if (entries.pending() == 0 || leading == null || !hasMajority(leading)) {
      return false;
    }
    entries.agreeOnOldest();
    return true;
  }

  /** Agrees on an entry that the leader did not propose now, as a fault of the consensus would. */
  public void commitForeign(long inTerm, ByteBuffer entry) {
    entries.agreeOnForeign(inTerm, entry);
  }

  /** Does something that may happen next. Returns whether it did. */
  public boolean step() {
    var some = List.copyOf(nodes.values()).get(random.nextInt(nodes.size()));
    return switch (random.nextInt(40)) {
      case 0 -> giveUp() || maybeElect(some);
      case 1, 2, 3, 4, 5, 6, 7, 8, 9 -> commit();
      default -> some.deliver();
    };
  }

  /** A leader that reaches no majority finds out and leads no more. */
  private boolean giveUp() {
    var now = leader;
    if (now == null || hasMajority(now)) {
      return false;
    }
    lose();
    return true;
  }

  /** Elects when there is no leader that works, or rarely in any case. */
  private boolean maybeElect(Node candidate) {
    var now = leader;
    var works = now != null && hasMajority(now) && now.eligible;
    if (works && random.nextInt(20) > 0 || !hasMajority(candidate) || !candidate.eligible) {
      return false;
    }
    elect(candidate.id);
    return true;
  }

  /**
   * Lets everything come to rest: a leader works, all is agreed and delivered. Returns whether
   * anything happened.
   */
  public boolean settle() {
    var happened = false;
    if (leader == null || !hasMajority(leader) || !leader.eligible) {
      var next = nodes.values().stream()
          .filter(node -> hasMajority(node) && node.eligible)
          .findFirst();
      if (next.isEmpty()) {
        return false;
      }
      elect(next.get().id);
      happened = true;
    }
    while (commit()) {
      happened = true;
    }
    for (var node : nodes.values()) {
      while (node.deliver()) {
        happened = true;
      }
    }
    return happened;
  }

  /** A node's part, which survives its processes. */
  public final class Node {

    final String id;

    @Nullable
    ModelLife life;

    boolean eligible = true;
    boolean cut;
    boolean listens;
    long lacking;
    ConsensusStatus.@Nullable Change change;
    boolean closedAsLeader;
    int electedAt;

    /** What the member threw, after which it was told nothing more. */
    @Nullable
    RuntimeException failure;

    /** The index up to which the node's own disk has everything, as it said. */
    Applied durable = Applied.NONE;

    private Node(String id) {
      this.id = id;
    }

    public boolean isUp() {
      return life != null && !life.closed;
    }

    public boolean isEligible() {
      return eligible;
    }

    public @Nullable RuntimeException failure() {
      return failure;
    }

    public Applied durable() {
      return durable;
    }

    /** Whether a life was closed while it led, so that the others had to find out. */
    public boolean wasClosedAsLeader() {
      return closedAsLeader;
    }

    /** Makes the node one that receives entries, and neither votes nor leads. */
    public void listens() {
      listens = true;
    }

    /** Makes the leader believe that the node lacks so many entries. */
    public void lacks(long entries) {
      lacking = entries;
    }

    /** Sets the change of the nodes that the node tells of. */
    public void changes(ConsensusStatus.Change of) {
      change = of;
    }

    /** Separates the node from the others, or heals that. A leader is lost then. */
    public void cut(boolean isCut) {
      cut = isCut;
      if (isCut && leader == this) {
        lose();
      }
    }

    /**
     * Ends a life. What is left of its process hears that it follows, so that its close does not
     * wait for the outcome of what it has proposed.
     */
    public void kill() {
      var dying = life;
      life = null;
      if (dying != null && dying.member != null && !dying.closed) {
        dying.member().follows(term, null);
      }
      if (leader == this) {
        lose();
      }
    }

    long appliedTicks() {
      var now = life;
      return now == null || now.member == null ? 0 : now.member.appliedTicks();
    }

    private Consensus begin() {
      eligible = true;
      life = new ModelLife(ModelCluster.this, this);
      return life;
    }

    /** Tells the node the next thing. Returns false if there is none. */
    public boolean deliver() {
      var now = life;
      return now != null && !now.closed && now.member != null && now.deliver();
    }
  }
}
