import { h, type VNode } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./parts.tsx";

interface FileFieldProps {
  readonly isOff: boolean;
  readonly onFile: (file: File) => void;
}

/**
 * Accepts a file: chosen, dropped, pasted, or pasted as text. The button comes first, because some
 * apps don't deliver drops to frames. It accepts any type, because phones gray out unknown ones.
 */
export function FileField({ isOff, onFile }: FileFieldProps): VNode {
  const [text, setText] = useState("");
  const take = (files: FileList | undefined | null): boolean => {
    const file = files?.[0];
    if (file !== undefined && !isOff) onFile(file);
    return file !== undefined;
  };
  return (
    <div
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
      onPaste={(event) => {
        if (take(event.clipboardData?.files)) event.preventDefault();
      }}
    >
      <label class="control">
        <span>Your bank's file: choose it, or drop it here</span>
        <input
          type="file"
          disabled={isOff}
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // Allows choosing the same file again.
            currentTarget.value = "";
          }}
        />
      </label>
      <label class="control">
        <span>Or paste the file or its text</span>
        <textarea
          rows={2}
          cols={40}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
      {text.trim() !== "" && (
        <Button
          isOff={isOff}
          act={() => onFile(new File([text], "pasted.txt"))}
        >
          Read this text
        </Button>
      )}
    </div>
  );
}
