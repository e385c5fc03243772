package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What the log thread hears from others, in order. */
sealed interface Event {

  void dispatch(Handler handler);

  /** Returns what the event holds of the heap, in bytes. */
  default long weightBytes() {
    return 0;
  }

  /** One method for each kind of event. Runs on: log thread. */
  interface Handler {
    void committed(Applied at, ByteBuffer entry);

    void leads(long term);

    void follows(long term, @Nullable String leader);

    void ready(long term);

    void lost(long term, String reason);

    void timeClosed(long request, long ticks);

    void handOver(Departure departure);

    void resume(Departure departure);
  }

  record Committed(Applied at, ByteBuffer entry) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.committed(at, entry);
    }

    @Override
    public long weightBytes() {
      return entry.remaining();
    }
  }

  record Leads(long term) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.leads(term);
    }
  }

  record Follows(long term, @Nullable String leader) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.follows(term, leader);
    }
  }

  /** The store is prepared to lead. */
  record Ready(long term) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.ready(term);
    }
  }

  /** All shards have closed a time. */
  record TimeClosed(long request, long ticks) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.timeClosed(request, ticks);
    }
  }

  /** Somebody wants this node to lead no more, for good or in favour of another one. */
  record HandOver(Departure departure) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.handOver(departure);
    }
  }

  /** No other node took the leadership. */
  record Resume(Departure departure) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.resume(departure);
    }
  }

  /** A proposal of a term was refused, or its outcome is not known. */
  record Lost(long term, String reason) implements Event {
    @Override
    public void dispatch(Handler handler) {
      handler.lost(term, reason);
    }
  }
}
