package io.weir.engine.history;

/**
 * One call on one entity, as its caller saw it.
 *
 * @param begun when the call was sent
 * @param ended when it was answered; one clock serves all callers
 */
record Call(Kind kind, long begun, long ended, long expected, long result) {

  /** The version of an absent entity. */
  static final long ABSENT = 0;

  /** The result of a refused call. */
  static final long REFUSED = -1;

  /** The effect of a call on a register that holds a version or is empty. */
  enum Kind {
    /** Returns the version. */
    READ {
      @Override
      boolean allows(long version, Call call) {
        return call.result == version;
      }

      @Override
      long after(long version, Call call) {
        return version;
      }
    },
    /** Stores unconditionally. Returns the new version. */
    UPSERT {
      @Override
      boolean allows(long version, Call call) {
        return true;
      }
    },
    /** Stores if the register is empty; otherwise it is refused. */
    INSERT {
      @Override
      boolean allows(long version, Call call) {
        return (version == ABSENT) == (call.result != REFUSED);
      }
    },
    /** Replaces the expected version; refused if the register holds another version or is empty. */
    UPDATE {
      @Override
      boolean allows(long version, Call call) {
        return (version == call.expected && version != ABSENT) == (call.result != REFUSED);
      }
    },
    /** Empties the register and returns {@link #ABSENT}; refused if it is empty. */
    DELETE {
      @Override
      boolean allows(long version, Call call) {
        return (version != ABSENT) == (call.result != REFUSED);
      }
    };

    /** Returns whether the call's result is right for a register that holds this version. */
    abstract boolean allows(long version, Call call);

    /** Returns the content of the register after the call. */
    long after(long version, Call call) {
      return call.result == REFUSED ? version : call.result;
    }
  }
}
