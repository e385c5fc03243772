package io.weir.api;

import io.weir.api.queue.AddressedMessage;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Commits of entity writes and messages together, in the tables and queues of one account.
 *
 * <p>A service that changes an entity and must tell others about it writes both in one commit.
 * There is no moment at which one of them is there and the other is not, and no crash leaves one of
 * them alone. A consumer of the queue may still take the message more than once.
 */
public interface Outbox {

  /** Most messages of a commit. */
  int MAX_MESSAGES = 100;

  /**
   * Carries out the writes and checks, and puts the messages; all of it or nothing.
   *
   * <p>Nothing happens before subscription. Fails as {@link TableService#commit} does. A failure of
   * a message names the operation that comes after the writes: the number of writes plus the
   * message's place. Fails with {@code QueueNotFound} if a queue does not exist, and with
   * {@code InvalidInput} for more than {@link #MAX_MESSAGES}.
   *
   * @param messages messages to the same queue are taken in this order
   */
  Mono<OutboxCommit> commit(JointCommit writes, List<AddressedMessage> messages);
}
