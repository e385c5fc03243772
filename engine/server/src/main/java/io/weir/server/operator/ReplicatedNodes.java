package io.weir.server.operator;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.ConsensusStatus;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.replication.ReplicatedLog;
import io.weir.engine.replication.Role;
import io.weir.server.json.NodesDocument;
import io.weir.server.json.NodesDocument.Node;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;

/** The nodes that keep a replicated log. Any thread. */
final class ReplicatedNodes implements StoreNodes {

  /** A leader that cannot answer what it has taken for so long has lost its majority. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String ADDRESS = " address=";
  private static final double MILLIS_A_SECOND = 1e3;

  private final ReplicatedLog log;

  ReplicatedNodes(ReplicatedLog log) {
    this.log = log;
  }

  @Override
  public NodesDocument nodes() {
    var status = log.consensus().status();
    var self = new Node(
        status.node(),
        Optional.empty(),
        listener(status.role() == ConsensusStatus.Role.LISTENER),
        Optional.of(behind(status)),
        Optional.empty());
    return new NodesDocument(
        status.node(),
        status.role().name().toLowerCase(Locale.ROOT),
        status.term(),
        Optional.ofNullable(status.leader()),
        leaderAddress(log.role()),
        Stream.concat(Stream.of(self), status.peers().stream().map(peer -> node(status, peer)))
            .toList(),
        Optional.ofNullable(status.change()).map(ReplicatedNodes::change));
  }

  private static NodesDocument.Change change(ConsensusStatus.Change change) {
    return new NodesDocument.Change(
        change.adds() ? "add" : "remove",
        change.node(),
        change.state().name().toLowerCase(Locale.ROOT),
        change.note());
  }

  private static long behind(ConsensusStatus status) {
    return Math.max(0, status.committedIndex() - status.received().index());
  }

  private static Node node(ConsensusStatus status, Peer peer) {
    var silence = Optional.ofNullable(peer.silence());
    return new Node(
        peer.id(),
        Optional.of(peer.address()),
        listener(!peer.votes()),
        silence.map(known -> Math.max(0, status.committedIndex() - peer.matchIndex())),
        silence.map(known -> known.toMillis() / MILLIS_A_SECOND));
  }

  private static Optional<Boolean> listener(boolean listens) {
    return listens ? Optional.of(true) : Optional.empty();
  }

  /** Returns the address in the name of a leader, as the other nodes tell it. */
  private static Optional<String> leaderAddress(Role role) {
    return role instanceof Role.Following following
        ? Optional.ofNullable(following.leader())
            .filter(named -> named.contains(ADDRESS))
            .map(named -> named.substring(named.indexOf(ADDRESS) + ADDRESS.length()))
        : Optional.empty();
  }

  @Override
  public Mono<Void> transfer(Optional<String> to) {
    return answer(() -> log.transfer(to.orElse(null)));
  }

  /** Answers a hand-over that begins with the subscription. Package-private for its test. */
  static Mono<Void> answer(Supplier<CompletionStage<String>> handOver) {
    return Mono.fromCompletionStage(handOver)
        .timeout(PATIENCE)
        .onErrorMap(TimeoutException.class, late -> late())
        .onErrorMap(ChangeRefused.class, ReplicatedNodes::failure)
        .then();
  }

  /** The hand-over is still pending, so a caller must not take it for undone. */
  private static ServiceFailedException late() {
    return new ServiceFailedException(
        ErrorCode.OPERATION_TIMED_OUT,
        "reason=handOverLate " + ServiceFailedException.Outcome.UNKNOWN.fact(),
        null);
  }

  @Override
  public void add(String node, String address) {
    begin(() -> log.consensus().add(node, address));
  }

  @Override
  public void addListener(String node, String address) {
    begin(() -> log.consensus().addListener(node, address));
  }

  @Override
  public void remove(String node) {
    begin(() -> log.consensus().remove(node));
  }

  private static void begin(Runnable change) {
    try {
      change.run();
    } catch (ChangeRefused refused) {
      throw failure(refused);
    }
  }

  private static TableServiceException failure(ChangeRefused refused) {
    return refused.reason().startsWith(NotReady.NOT_LEADER)
        ? new ServiceBusyException("reason=" + refused.reason())
        : new InvalidRequestException(ErrorCode.INVALID_INPUT, "reason=" + refused.reason());
  }
}
