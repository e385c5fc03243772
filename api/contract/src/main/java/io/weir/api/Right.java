package io.weir.api;

import io.weir.api.filter.Filter;
import io.weir.api.write.Write;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a caller may do with the tables of an account or the entities of a table. {@link Operation}
 * says which rights it takes.
 */
public enum Right {
  LIST_TABLES,
  CREATE_TABLE,
  DELETE_TABLE,
  QUERY,
  ADD,
  UPDATE,
  DELETE,
  /** What the owner of the account may do alone. */
  OWN;

  private static final Write.Handler<Set<Right>> OF_WRITE = new Write.Handler<>() {
    @Override
    public Set<Right> insert(Write.Insert write) {
      return Set.of(ADD);
    }

    @Override
    public Set<Right> upsert(Write.Upsert write) {
      return Set.of(ADD, UPDATE);
    }

    @Override
    public Set<Right> update(Write.Update write) {
      return Set.of(UPDATE);
    }

    @Override
    public Set<Right> delete(Write.Delete write) {
      return Set.of(DELETE);
    }

    /**
     * A condition takes the right to query, because its outcome tells what is stored; an answer
     * with entities takes it, too. Without that right a caller still learns whether a sum is in
     * range and a list within its limit: who may count may try out how far.
     */
    @Override
    public Set<Right> change(Write.Change write) {
      var rights = EnumSet.of(UPDATE);
      if (write.defaults().isPresent()) {
        rights.add(ADD);
      }
      if (write.isAnsweredWithEntity() || !write.condition().equals(Filter.ALL)) {
        rights.add(QUERY);
      }
      return rights;
    }
  };

  /** Returns the rights that a write takes, all of them. */
  public static Set<Right> of(Write write) {
    return write.dispatch(OF_WRITE);
  }
}
