package io.weir.pattern.encryption;

import io.weir.api.Query;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Selection;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A service in memory that records its requests. Any thread. */
public final class ObservedService {

  public final Queue<Selection> selections = new ConcurrentLinkedQueue<>();
  public final Queue<Write> writes = new ConcurrentLinkedQueue<>();

  private final TableService model;

  public ObservedService(ModelTableService model) {
    this.model = model;
  }

  /** The service. */
  public TableService service() {
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(), new Class<?>[] {TableService.class}, this::call);
  }

  private Object call(Object unused, Method method, Object[] arguments) throws Throwable {
    for (var argument : arguments == null ? new Object[0] : arguments) {
      note(argument);
    }
    try {
      return method.invoke(model, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void note(Object argument) {
    if (argument instanceof Selection selection) {
      selections.add(selection);
    } else if (argument instanceof Query query) {
      selections.add(query.selection());
    } else if (argument instanceof Write write) {
      writes.add(write);
    } else if (argument instanceof Batch batch) {
      writes.addAll(batch.writes());
    }
  }
}
