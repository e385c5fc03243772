package io.weir.client.stream;

import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Frame;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects a page from its frames: rows or tables, Progress if there is a next page, End.
 *
 * <p>Belongs to one subscription. Fails with {@code InternalError} for frames in another order, and
 * for more items than a page holds.
 */
final class PageReader implements ExpectedFrame<PageReader>, StreamItem.Handler<PageReader> {

  private final List<Entity> entities = new ArrayList<>();
  private final List<TableName> tables = new ArrayList<>();
  private @Nullable Continuation next;
  private @Nullable QueryReport report;

  PageReader add(Frame frame) {
    if (report != null || entities.size() + tables.size() > Page.MAX_ITEMS) {
      throw ExpectedFrame.unexpectedAnswer("moreThanAPage");
    }
    return frame.dispatch(this);
  }

  Page<Entity> entities() {
    return new Page<>(entities, next, complete());
  }

  Page<TableName> tables() {
    return new Page<>(tables, next, complete());
  }

  @Override
  public PageReader item(Frame.Item frame) {
    return frame.item().dispatch(this);
  }

  @Override
  public PageReader table(Frame.Table frame) {
    tables.add(frame.name());
    return this;
  }

  @Override
  public PageReader row(StreamItem.Row item) {
    entities.add(item.entity());
    return this;
  }

  @Override
  public PageReader progress(StreamItem.Progress item) {
    next = item.resume();
    return this;
  }

  @Override
  public PageReader end(StreamItem.End item) {
    report = item.report();
    return this;
  }

  private QueryReport complete() {
    if (report == null) {
      throw ExpectedFrame.unexpectedAnswer("pageWithoutEnd");
    }
    return report;
  }
}
