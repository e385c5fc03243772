package io.weir.engine.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

  private final Random random;
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final ModelEntries entries;
  private long term;
  private @Nullable Node leader;

  /** Whether a leader hears of its end before another one begins. */
  private boolean hearsFirst = true;

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

  private boolean hasMajority(Node of) {
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

    private final String id;
    private @Nullable Life life;
    private boolean eligible = true;
    private boolean cut;
    private boolean listens;
    private long lacking;
    private ConsensusStatus.@Nullable Change change;
    private boolean closedAsLeader;
    private int electedAt;

    /** What the member threw, after which it was told nothing more. */
    private @Nullable RuntimeException failure;

    /** The index up to which the node's own disk has everything, as it said. */
    private Applied durable = Applied.NONE;

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

    private long appliedTicks() {
      var now = life;
      return now == null || now.member == null ? 0 : now.member.appliedTicks();
    }

    private Consensus begin() {
      eligible = true;
      life = new Life(this);
      return life;
    }

    /** Tells the node the next thing. Returns false if there is none. */
    public boolean deliver() {
      var now = life;
      return now != null && !now.closed && now.member != null && now.deliver();
    }
  }

  /** One process of a node. */
  private final class Life extends FixedNodes {

    private final Node node;
    private @Nullable Member member;
    private int next;
    private Applied received = Applied.NONE;
    private long toldTerm;
    private boolean toldToLead;
    private boolean closed;
    private @Nullable String toldLeader;

    private Life(Node node) {
      this.node = node;
    }

    private boolean deliver() {
      var leads = leader == node;
      if (toldToLead && (!leads || toldTerm != term)) {
        if (random.nextInt(3) == 0 || !hasNext()) {
          toldToLead = false;
          member().follows(term, leads ? null : leader());
          return true;
        }
      }
      if (hasNext() && !node.cut) {
        var entry = entries.agreed(next++);
        received = entry.at();
        give(entry);
        return true;
      }
      if (leads && !toldToLead && next >= node.electedAt && mayBegin()) {
        toldToLead = true;
        toldTerm = term;
        member().leads(term);
        return true;
      }
      if (!leads && !toldToLead && !node.cut && leader() != null && !leader().equals(toldLeader)) {
        toldLeader = leader();
        member().follows(term, toldLeader);
        return true;
      }
      return false;
    }

    private void give(ModelEntries.Agreed entry) {
      try {
        member().committed(entry.at(), entry.entry().duplicate());
      } catch (RuntimeException e) {
        eligible(false);
        closed = true;
        node.failure = e;
      }
    }

    private boolean hasNext() {
      return next < entries.agreed();
    }

    private Member member() {
      return Objects.requireNonNull(member);
    }

    private boolean mayBegin() {
      return !hearsFirst
          || nodes.values().stream()
              .map(other -> other.life)
              .noneMatch(
                  other -> other != null && other != this && !other.closed && other.toldToLead);
    }

    @Override
    public void start(Member to, Applied last) {
      assertThat(last.index())
          .as("%s starts without entries that were forgotten", node.id)
          .isGreaterThanOrEqualTo(node.durable.index());
      while (next < entries.agreed() && !entries.agreed(next).at().isAfter(last)) {
        next++;
      }
      if (next > 0) {
        assertThat(entries.agreed(next - 1).at()).as("the place of the start").isEqualTo(last);
      }
      received = last;
      member = to;
    }

    @Override
    public boolean propose(long inTerm, ByteBuffer entry, Outcome outcome) {
      if (closed || leader != node || inTerm != term) {
        outcome.refused("reason=notLeader");
        return true;
      }
      return entries.offer(inTerm, entry, outcome);
    }

    @Override
    public int maxEntryBytes() {
      return maxEntryBytes;
    }

    @Override
    public void durable(Applied upTo) {
      assertThat(upTo.index()).isGreaterThanOrEqualTo(node.durable.index());
      node.durable = upTo;
    }

    @Override
    public void eligible(boolean mayLead) {
      assertThat(member).as("%s was started", node.id).isNotNull();
      if (node.life != this) {
        return;
      }
      node.eligible = mayLead;
      if (!mayLead && leader == node) {
        lose();
      }
    }

    @Override
    public CompletionStage<String> transfer(long ofTerm, String to) {
      var next = node(to);
      if (leader != node || term != ofTerm || !hasMajority(next) || !next.eligible) {
        return CompletableFuture.failedFuture(new ChangeRefused("the node does not take it"));
      }
      assertThat(entries.pending())
          .as("entries in flight when the leadership is handed over")
          .isZero();
      elect(to);
      return CompletableFuture.completedFuture(to);
    }

    @Override
    public boolean holdsLease(long ofTerm) {
      return !closed && term == ofTerm && leader == node && node.life == this;
    }

    @Override
    public ConsensusStatus status() {
      var role = leader == node
          ? ConsensusStatus.Role.LEADER
          : node.listens ? ConsensusStatus.Role.LISTENER : ConsensusStatus.Role.FOLLOWER;
      return new ConsensusStatus(
          node.id,
          role,
          term,
          leader(),
          null,
          received,
          entries.lastIndex(),
          null,
          peers(),
          node.change);
    }

    private List<ConsensusStatus.Peer> peers() {
      return nodes.values().stream()
          .filter(other -> other != node)
          .map(this::seen)
          .toList();
    }

    /** Only a leader knows how far another node is, and only one that it reaches. */
    private ConsensusStatus.Peer seen(Node other) {
      var reached = leader == node && !node.cut && !other.cut && other.isUp();
      return new ConsensusStatus.Peer(
          other.id,
          other.id,
          !other.listens,
          reached ? entries.lastIndex() - other.lacking : -1,
          reached ? other.appliedTicks() : 0,
          reached ? Duration.ZERO : null);
    }

    @Override
    public void close() {
      closed = true;
      node.closedAsLeader |= leader == node && node.life == this;
      if (leader == node && node.life == this) {
        lose();
      }
    }
  }
}
