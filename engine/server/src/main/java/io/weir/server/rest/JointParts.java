package io.weir.server.rest;

import io.weir.api.JointCommit;
import io.weir.api.Outbox;
import io.weir.api.queue.AddressedMessage;
import io.weir.api.write.WriteResult;
import io.weir.server.answer.HttpReply;
import io.weir.server.queue.MessagePut;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The operations of a joint transaction, and the messages that come after them. Belongs to one
 * request.
 *
 * <p>Messages come last, so that the place of a part is the number by which a failure names its
 * operation.
 */
final class JointParts {

  /** Most parts of a joint transaction. */
  static final int MOST = JointCommit.MAX_OPERATIONS + Outbox.MAX_MESSAGES;

  private final List<RequestedOperation> operations = new ArrayList<>();
  private final List<AddressedMessage> messages = new ArrayList<>();

  /** Adds an operation. Fails with {@code InvalidInput} after a message. */
  JointParts add(RequestedOperation operation) {
    if (hasMessages()) {
      throw Transactions.malformed("writesBeforeMessages");
    }
    operations.add(operation);
    return this;
  }

  JointParts add(AddressedMessage message) {
    messages.add(message);
    return this;
  }

  boolean hasMessages() {
    return !messages.isEmpty();
  }

  JointCommit writes() {
    return new JointCommit(
        operations.stream().map(RequestedOperation::operation).toList());
  }

  /** Commits the writes and the messages. Signals a reply for each, in their order. */
  Mono<List<HttpReply>> commit(Outbox outbox) {
    return outbox.commit(writes(), messages).map(committed -> {
      var replies = replies(committed.results());
      committed.messages().forEach(sent -> replies.add(MessagePut.reply(sent)));
      return replies;
    });
  }

  /** Returns a reply for each operation. */
  List<HttpReply> replies(List<WriteResult> results) {
    var replies = new ArrayList<HttpReply>();
    for (var i = 0; i < operations.size(); i++) {
      replies.add(operations.get(i).response().apply(results.get(i)));
    }
    return replies;
  }
}
