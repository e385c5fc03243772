package io.weir.engine.disk;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A folder whose operations a test sees before they are carried out, in the folders inside too. */
public final class WatchedFolder {

  private WatchedFolder() {}

  /** Receives the operations. */
  @FunctionalInterface
  public interface Watcher {

    /**
     * Receives an operation.
     *
     * @param name of the method of {@link Folder}
     */
    void operation(String name) throws IOException;
  }

  public static Folder of(Folder folder, Watcher watcher) {
    return (Folder) Proxy.newProxyInstance(
        Folder.class.getClassLoader(), new Class<?>[] {Folder.class}, (self, method, arguments) -> {
          watcher.operation(method.getName());
          try {
            var result = method.invoke(folder, arguments);
            return result instanceof Folder inside ? of(inside, watcher) : result;
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }
}
