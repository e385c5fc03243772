package io.weir.api;

import io.weir.api.queue.SentMessage;
import io.weir.api.write.WriteResult;
import java.util.List;

/**
 * The answer to a commit of writes and messages.
 *
 * @param results the results of the writes and checks, in their order
 * @param messages the messages, in their order
 */
public record OutboxCommit(List<WriteResult> results, List<SentMessage> messages) {

  public OutboxCommit {
    results = List.copyOf(results);
    messages = List.copyOf(messages);
  }
}
