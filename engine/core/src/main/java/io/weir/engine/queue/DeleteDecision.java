package io.weir.engine.queue;

import io.weir.api.error.TableServiceException;
import io.weir.api.queue.HeldMessage;
import io.weir.engine.command.Changes;
import io.weir.engine.command.Decision;
import io.weir.engine.command.Decision.View;
import org.jspecify.annotations.Nullable;

/** Deletes a held message. Owner: shard loop. */
public record DeleteDecision(Lane lane, HeldMessage held) implements Decision {

  @Override
  public @Nullable TableServiceException decide(View view, Changes changes) {
    var found = HeldPlace.find(view, lane, held);
    var place = found.place();
    if (place == null) {
      return found.refusal();
    }
    var edit = new MessageEdit(lane, view.entries(), changes);
    edit.remove(place);
    edit.finish();
    return null;
  }
}
